/* Which Cornerturn this is. */
#ifndef CORNERTURN_VERSION_H
#define CORNERTURN_VERSION_H

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the library, "major.minor.patch". Local. */
const char *ct_version(void);

#ifdef __cplusplus
}
#endif

#endif
