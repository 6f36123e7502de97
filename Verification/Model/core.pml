/* The core of Pledge: see README.md.
 *
 * A scenario defines NODES; the entry point of its consumers, `resolve(node, source, disposition)`; NESTS, if a
 * thread may reach the limit of nested handlers; and FAILURE, the node that replaces a broken promise.
 * Inlines cannot call themselves. Where the library may, a scenario says how deep: */

/* What a detaching consumer does with a source that it has retained: `drop`, if the reference may be the
 * last one to a pending source. */
#ifndef dropSource
#define dropSource(node) release(node)
#endif

/* Ends the dependency of a node that ends or is claimed for a discard: `endDependencyNow` and
 * `detachDependencyNow`, if there are dependencies. */
#ifndef endDependency
#define endDependency() assert(false)
#endif
#ifndef detachDependency
#define detachDependency() assert(false)
#endif

/* The same for a node that a thread has examined in a search for a cycle. */
#ifndef dropAscended
#define dropAscended(node) release(node)
#endif

/* Ends a node that waits for itself: `rejectCycle`. */
#ifndef endCycle
#define endCycle(node, dependency) assert(false)
#endif

/* Ends pending work whose last reference is released with a handler: `endDroppedNow`. */
#ifndef endDropped
#define endDropped() assert(g_dropped == 0)
#endif

#include "Core/words.pml"
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
