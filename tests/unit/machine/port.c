/* A port in time: messages alone, together, and behind one another. */
#include "machine/port.h"

#include "expect.h"

#include <math.h>

static int is_now(const ct_port *port, double seconds) {
    return fabs(port->now_s - seconds) < 1e-12;
}

/* 4 alone for 1, then shares with 2 until that has had its 2, then is alone again. */
static void expect_sharing(ct_port *port) {
    ct_port_post(port, 4);
    ct_port_spend(port, 1);
    ct_port_post(port, 1);
    ct_port_await(port, 1); /* the first ends last: 4 + 1 */
    EXPECT(is_now(port, 5));
    EXPECT_INT(port->arrived, 2);
    ct_port_post(port, 1);
    ct_port_post(port, 1);
    ct_port_await(port, 3);
    ct_port_await(port, 4);
    EXPECT(is_now(port, 7)); /* both end together */
    ct_port_spend(port, 2);
    EXPECT(is_now(port, 9));
}

/* The second ends before the first, and arrives after it. */
static void expect_order(ct_port *port) {
    ct_port_post(port, 3);
    ct_port_post(port, 1);
    ct_port_spend(port, 2); /* one each */
    EXPECT_INT(port->arrived, 0);
    ct_port_spend(port, 1.5);
    EXPECT_INT(port->arrived, 0);
    ct_port_await(port, 2);
    EXPECT(is_now(port, 4));
    ct_port_post(port, 0);
    ct_port_await(port, 3);
    EXPECT(is_now(port, 4));
}

int main(void) {
    ct_port port;
    EXPECT_INT(ct_port_create(5, &port), CT_OK);
    expect_sharing(&port);
    ct_port_reset(&port);
    EXPECT(is_now(&port, 0) && port.arrived == 0);
    expect_order(&port);
    ct_port_destroy(&port);
    return expect_status();
}
