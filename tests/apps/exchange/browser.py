"""A page in headless Chromium, driven by its DevTools protocol over a pipe: neither driver nor port."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
OPTIONS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions",
           "--disable-background-networking", "--disable-dev-shm-usage", "--remote-debugging-pipe",
           "--mute-audio")


class Browser:
    """One tab. Exceptions and console errors of the page gather in `errors`."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        there, self.commands = os.pipe()
        self.answers, back = os.pipe()

        def join():
            keep = os.dup(back)
            os.dup2(os.dup(there), 3)
            os.dup2(keep, 4)

        # pylint: disable-next=subprocess-popen-preexec-fn
        self.process = subprocess.Popen([CHROMIUM, *OPTIONS, f"--user-data-dir={self.folder.name}", "about:blank"],
                                        preexec_fn=join, pass_fds=(3, 4), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(there)
        os.close(back)
        self.reader = os.fdopen(self.answers, "rb")
        self.number, self.events, self.errors, self.session, self.rest = 0, [], [], None, b""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def close(self):
        self.process.kill()
        self.process.wait()
        self.reader.close()
        os.close(self.commands)
        self.folder.cleanup()

    def receive(self):
        while b"\0" not in self.rest:
            more = self.reader.read1(1 << 16)
            if not more:
                raise RuntimeError("chromium has ended")
            self.rest += more
        one, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(one)
        what, told = message.get("method"), message.get("params", {})
        if what == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(told["exceptionDetails"])[:400])
        elif what == "Runtime.consoleAPICalled" and told["type"] in ("error", "warning", "assert"):
            self.errors.append(json.dumps(told["args"])[:400])
        elif what == "Log.entryAdded" and told["entry"]["level"] == "error":
            self.errors.append(told["entry"]["text"])
        return message

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer.get("method"))

    def open(self, path):
        self.events.clear()
        self.call("Page.navigate", url=Path(path).resolve().as_uri())
        while "Page.loadEventFired" not in self.events:
            self.events.append(self.receive().get("method"))
        self.settle()

    def run(self, expression):
        """The value of an expression of JavaScript, awaited where it is a promise."""
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"])[:600])
        return result["result"].get("value")

    def settle(self):
        """Waits until what was asked for is painted."""
        self.run("new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done))))")

    def key(self, name, text=None):
        code = {"Space": " "}.get(name, name)
        for kind in ("keyDown", "keyUp"):
            extra = {"text": text} if text and kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=code, code=name,
                      windowsVirtualKeyCode={"Tab": 9, "Enter": 13, "Space": 32, "Escape": 27, "End": 35, "Home": 36,
                                             "ArrowLeft": 37, "ArrowRight": 39}.get(name, 0), **extra)
        self.settle()

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        self.settle()

    def look(self, width, height, dark=False, media=""):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=width < 500)
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def picture(self, path=None, whole=True):
        """The bytes of a PNG of what is seen, or of the whole page."""
        shot = base64.b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=whole,
                                          **({"clip": self.all_of_it()} if whole else {}))["data"])
        if path:
            Path(path).write_bytes(shot)
        return shot

    def all_of_it(self):
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        return {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}

    def printed(self):
        return base64.b64decode(self.call("Page.printToPDF", printBackground=True)["data"])
