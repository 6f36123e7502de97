/* The core of Pledge: see README.md.
 *
 * A scenario defines NODES and the reaction of its consumers, `react(node, source, verdict)`; NESTS, if
 * a thread may have too many handlers on its stack; and FAILURE, the node that stands in for one that
 * is abandoned. Inlines cannot call themselves; where the library may, a scenario says how deep: */

/* What a leaver does with a source that it has retained: `drop`, if the reference may be the last
 * one to a pending source. */
#ifndef dropSource
#define dropSource(node) release(node)
#endif

/* What becomes of the tie of a node that ends, or is claimed for a discard: `endTieNow` and
 * `leaveTieNow`, where there are any. */
#ifndef endTie
#define endTie() assert(false)
#endif
#ifndef leaveTie
#define leaveTie() assert(false)
#endif

/* The same for what a thread has looked at in search of a cycle. */
#ifndef dropAscended
#define dropAscended(node) release(node)
#endif

/* What becomes of a node that is found to wait for itself: `rejectCycle`. */
#ifndef endCycle
#define endCycle(node, tie) assert(false)
#endif

/* What becomes of pending work that loses its last reference with a reaction: `endDroppedNow`. */
#ifndef endDropped
#define endDropped() assert(g_dropped == 0)
#endif

#include "Core/words.pml"
#include "Core/nesting.pml"
#include "Core/handover.pml"
#include "Core/delivery.pml"
#include "Core/departure.pml"
#include "Core/end.pml"
#include "Core/claim.pml"
#include "Core/attach.pml"
#include "Core/settle.pml"
#include "Core/discard.pml"
#include "Core/discardWalk.pml"
#include "Core/attachments.pml"
#include "Core/unwanted.pml"
#include "Core/splice.pml"
#include "Core/cycle.pml"
#include "Core/follow.pml"
#include "Core/hop.pml"
#include "Core/wait.pml"
#include "Core/react.pml"
