/* The core of Pledge: see README.md.
 *
 * A scenario defines NODES; the entry point of its consumers, `resolve(node, source, disposition)`; NESTS, if a
 * thread may reach the limit of nested handlers; FAILURE, the node that replaces a broken promise; and DISPOSALS, the
 * number of disposals of values, if there are any.
 * Inlines cannot call themselves. Where the library may recurse, a scenario that needs it defines one of the
 * following macros; by default, they assert that it does not happen. */

/* Releases a source that a detaching consumer has retained. Defined as `drop` if the reference may be the last
 * one to a pending source. */
#ifndef dropSource
#define dropSource(node) release(node)
#endif

/* Ends the dependency of a node that ends, or detaches the one of a node that is claimed for a discard.
 * Defined as `endDependencyNow` and `detachDependencyNow` if there are dependencies. */
#ifndef endDependency
#define endDependency() assert(false)
#endif
#ifndef detachDependency
#define detachDependency() assert(false)
#endif

/* Releases a node that a thread has examined in a search for a cycle. Defined like `dropSource`. */
#ifndef dropAscended
#define dropAscended(node) release(node)
#endif

/* Ends a node that waits for itself. Defined as `rejectCycle`. */
#ifndef endCycle
#define endCycle(node, dependency) assert(false)
#endif

/* Ends pending work whose last reference is released with a handler. Defined as `endDroppedNow`. */
#ifndef endDropped
#define endDropped() assert(g_dropped == 0)
#endif

/* An action that has no effect without disposals. */
#ifdef DISPOSALS
#define ifDisposals(action) action
#else
#define ifDisposals(action)
#endif

#include "Core/words.pml"
#include "Core/undelivered.pml"
#include "Core/nesting.pml"
#include "Core/handover.pml"
#include "Core/delivery.pml"
#include "Core/detachment.pml"
#include "Core/nodeDeinit.pml"
#include "Core/claim.pml"
#include "Core/attach.pml"
#include "Core/settle.pml"
#include "Core/discard.pml"
#include "Core/discardPropagation.pml"
#include "Core/attachments.pml"
#include "Core/unwantedWork.pml"
#include "Core/splice.pml"
#include "Core/cycle.pml"
#include "Core/follow.pml"
#include "Core/hop.pml"
#include "Core/wait.pml"
#include "Core/stageHandler.pml"
