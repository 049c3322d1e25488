import type { Db, Tx } from '../../platform/database/connect.ts'
import type { WithSettings } from '../../platform/web/context.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { type RestoreProblem, restoreRevision as restoreEntry } from '../../things/entries/entry-status.ts'
import { findRevision } from '../../things/entries/revisions.store.ts'
import type { SavedBy, SaveResult } from '../../things/entries/save-entry.ts'
import type { EntrySettings } from '../../things/entries/settings.ts'
import type { WithCommentHooks } from '../comments/context.ts'
import { type BuilderPage, saveText } from './save-page.ts'

type Target = Pick<BuilderPage, 'kind' | 'id'> & { readonly revisionId: number }
type Restored = SaveResult | { readonly ok: false; readonly problem: RestoreProblem }

/** Restores a revision. Products also update their search text and the name in lists. */
export const restoreRevision = (
  shop: WithCommentHooks & WithSettings<EntrySettings>,
  db: Db | Tx,
  target: Target,
  by: SavedBy,
): Promise<Restored> =>
  db.transaction(async (tx) => {
    const { revisionId, kind, id } = target
    if (kind !== 'product') return restoreEntry(shop, tx, target, by)
    const revision = await findRevision(tx, id, revisionId)
    if (!revision) return { ok: false, problem: { kind: 'no-such-revision' } }
    const { title, excerpt, content, builderDocument } = revision
    await invalidatePageTags(tx, ['listing'])
    return saveText(shop, tx, { kind, id, title, excerpt, content, builderDocument }, by)
  })
