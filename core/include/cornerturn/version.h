/* Which Cornerturn this is. */
#ifndef CORNERTURN_VERSION_H
#define CORNERTURN_VERSION_H

#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

/* Version of the library, "major.minor.patch"; static. Local. */
const char *ct_version(void);

CT_PUBLIC_END

#endif
