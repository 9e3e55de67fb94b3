/* A rank's port in time: messages on their way share it evenly, as they do where the network takes
 * turns between them. */
#ifndef CT_MACHINE_PORT_H
#define CT_MACHINE_PORT_H

#include <cornerturn/status.h>

/* What goes through a port with every message beside its bytes: its envelope, of which MPI
 * libraries make 16 to 64 bytes. Its time is part of a measured start-up. */
enum { CT_ENVELOPE_BYTES = 16 };

typedef struct ct_port_message {
    double end_s; /* of what each message on its way has had of the port: then it has arrived */
    int number;
} ct_port_message;

typedef struct ct_port {
    double now_s;
    double shared_s;               /* what each message on its way has had of the port */
    ct_port_message *on_their_way; /* from `first` to `end`, the first to arrive first */
    int first, end;
    char *has_arrived;
    int arrived; /* in order */
} ct_port;

/* A port for up to so many messages; the caller destroys it, also after a failure.
 * CT_ERROR_MEMORY. */
ct_status ct_port_create(int messages, ct_port *port);
void ct_port_destroy(ct_port *port);

/* From the beginning again. */
void ct_port_reset(ct_port *port);

/* Lets this time pass; waits until the first `messages` that were posted have arrived. */
void ct_port_spend(ct_port *port, double seconds);
void ct_port_await(ct_port *port, int messages);

/* Posts the next message, which takes the port so long if it is alone. */
void ct_port_post(ct_port *port, double seconds);

#endif
