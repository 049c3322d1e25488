import { useState } from 'react'
import { Button, parseGmt, Skeleton, useRest } from '../../../../platform/admin/parts.tsx'
import { useSend } from '../../../../platform/admin/resource.ts'
import { paths } from '../../../../platform/web/routes.ts'
import { emptyDocument } from '../../../../things/entries/page-document.ts'
import type { PageJson } from '../../rest/page-json.ts'
import type { RevisionJson } from '../../rest/pages.ts'
import { defineWords, useTimeFormats } from '../words.ts'
import { Comparison } from './comparison.tsx'
import { WINDOW_ID } from './page-calls.ts'
import { type DialogProps, SessionDialog } from './session-dialog.tsx'
import { Problem } from './session-state.tsx'

const useWords = defineWords({
  revisions: ['Revisions', 'Révisions'],
  none: [
    'Earlier versions appear here after the next save.',
    'Les versions antérieures apparaîtront ici après le prochain enregistrement.',
  ],
  older: ['Earlier version', 'Version antérieure'],
  newer: ['Later version', 'Version ultérieure'],
  newest: ['newest', 'la plus récente'],
  restore: ['Restore this version', 'Rétablir cette version'],
})

export function RevisionsDialog({ session, state: { page }, onClose }: DialogProps) {
  const words = useWords()
  const { dayAndTime } = useTimeFormats()
  const href = `${paths.restBuilder}/pages/${page.id}/revisions`
  const query = useRest<readonly RevisionJson[]>([href, page.version], href)
  const [chosen, choose] = useState<readonly [older: number, newer: number]>([1, 0])
  const restore = useSend(
    async (rest, id: number) => {
      // Unsaved changes remain as a draft and under Undo; the latest may not have been checked yet.
      if (session.storeChanges() && !(await session.storeDraft())) throw new Error('The draft was not stored')
      session.show(await rest.send<PageJson>('POST', `${href}/${id}/restore`, { session: WINDOW_ID }))
    },
    [href],
    { onSuccess: onClose },
  )
  const all = query.data ?? []
  const side = (place: 0 | 1) => {
    const label = place === 0 ? words.older : words.newer
    const revision = all[chosen[place]]
    const head = (
      <>
        <select
          aria-label={label}
          value={chosen[place]}
          onChange={({ target }) => choose(chosen.with(place, Number(target.value)) as [number, number])}
        >
          {all.map(({ id, author_name: author, date_gmt: date }, index) => (
            <option key={id} value={index}>
              {[dayAndTime(parseGmt(date)), author, index === 0 ? words.newest : ''].filter(Boolean).join(' · ')}
            </option>
          ))}
        </select>
        {revision && chosen[place] > 0 && (
          <Button label={words.restore} disabled={restore.isPending} onClick={() => restore.mutate(revision.id)} />
        )}
      </>
    )
    return { title: label, head, document: revision?.document ?? emptyDocument }
  }
  return (
    <SessionDialog title={words.revisions} isWide onClose={onClose}>
      <Problem error={restore.error} />
      <Problem error={query.error} retry={query.refetch} />
      {query.isPending && <Skeleton width="320px" />}
      {query.data && all.length < 2 && <p>{words.none}</p>}
      {all.length > 1 && <Comparison page={page} older={side(0)} newer={side(1)} />}
    </SessionDialog>
  )
}
