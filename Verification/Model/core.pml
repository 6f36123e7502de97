/* The core of Pledge: see README.md.
 *
 * A scenario defines NODES; the entry point of its consumers, `resolve(node, source, disposition)`; NESTS, if a
 * thread may reach the limit of nested handlers; FAILURE, the node that replaces a broken promise; and DISPOSALS, the
 * number of disposals of values, if there are any.
 * Inlines cannot call themselves. Where the library may recurse, a scenario that needs it defines one of the
 * following macros; by default, they assert that it does not happen. */

/* `drop`, if the reference to a source that a detaching consumer has retained may be the last one. */
#ifndef dropSource
#define dropSource(node) release(node)
#endif

/* `endDependencyNow` and `detachDependencyNow`, if a node that ends, or is discarded, may have a dependency. */
#ifndef endDependency
#define endDependency() assert(false)
#endif
#ifndef detachDependency
#define detachDependency() assert(false)
#endif

/* `drop`, if the reference to a node that a search for a cycle has examined may be the last one. */
#ifndef dropAscended
#define dropAscended(node) release(node)
#endif

/* `rejectCycle`, if a node may wait for itself. */
#ifndef endCycle
#define endCycle(node, dependency) assert(false)
#endif

/* `endDroppedNow`, if a handler may release the last reference to pending work. */
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
#include "Core/claim.pml"
#include "Core/undelivered.pml"
#include "Core/nesting.pml"
#include "Core/handover.pml"
#include "Core/delivery.pml"
#include "Core/detachment.pml"
#include "Core/nodeDeinit.pml"
#include "Core/attach.pml"
#include "Core/settle.pml"
#include "Core/discard.pml"
#include "Core/discardPropagation.pml"
#include "Core/attachments.pml"
#include "Core/unwantedWork.pml"
#include "Core/splice.pml"
#include "Core/cycle.pml"
#include "Core/follow.pml"
#include "Core/wait.pml"
#include "Core/stageHandler.pml"
