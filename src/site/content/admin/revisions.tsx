import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { ErrorState, Panel, QueryState, Time, useRest } from '../../../platform/admin/parts.tsx'
import { type Resource, restItem } from '../../../platform/admin/resource.ts'
import { useToast } from '../../../platform/admin/toast.tsx'
import { compareLines, textLines } from '../../../things/entries/compare-text.ts'
import type { EntryJson, RevisionJson } from '../rest/entry-json.ts'
import styles from './entry-screen.module.css'

type RevisionsProps = { readonly resource: Resource; readonly item: EntryJson; readonly onRestored: () => void }

/** Earlier texts of a post or page: who saved them when, what has changed since, and a way back. */
export function Revisions({ resource, item, onRestored }: RevisionsProps) {
  const href = `${restItem(resource, item.id)}/revisions`
  const query = useRest<readonly RevisionJson[]>([resource.rest, item.id, 'revisions', item.version], href)
  const [open, setOpen] = useState<number | null>(null)
  const earlier = query.data?.slice(1) ?? []
  return (
    <Panel id="revisions" title="Revisions">
      <QueryState query={query} />
      {query.data && earlier.length === 0 && <p>Earlier texts will appear here after the next change.</p>}
      <ul className={styles.revisions}>
        {earlier.map((revision) => (
          <li key={revision.id}>
            <button
              type="button"
              className={controls.button}
              aria-expanded={open === revision.id}
              onClick={() => setOpen(open === revision.id ? null : revision.id)}
            >
              <Time gmt={revision.date_gmt} />
              {revision.author_name !== '' && `, ${revision.author_name}`}
            </button>
            {open === revision.id && <Comparison {...{ resource, item, revision }} onRestored={onRestored} />}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type ComparisonProps = {
  readonly resource: Resource
  readonly item: EntryJson
  readonly revision: RevisionJson
  readonly onRestored: () => void
}

const linesOf = ({ title, excerpt, content }: Pick<RevisionJson, 'title' | 'excerpt' | 'content'>) => [
  ...textLines(title.raw ?? ''),
  ...textLines(excerpt.raw ?? ''),
  ...textLines(content.raw ?? ''),
]

function Comparison({ resource, item, revision, onRestored }: ComparisonProps) {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const toast = useToast()
  const restore = useMutation({
    mutationFn: () =>
      rest.send<EntryJson>('POST', `${restItem(resource, item.id)}/revisions/${revision.id}/restore`, {}),
    onSuccess: async (restored) => {
      queries.setQueryData([resource.rest, item.id], restored)
      toast.show({ text: 'This revision is the newest text again.' })
      await queries.invalidateQueries({ queryKey: [resource.rest] })
      onRestored()
    },
  })
  const lines = compareLines(linesOf(revision), linesOf(item)).filter(({ kind }) => kind !== 'same')
  return (
    <div className={styles.comparison}>
      {lines.length === 0 && <p>Only formatting differs.</p>}
      <ul aria-label="Changes since this revision">
        {lines.map(({ kind, text }, index) => (
          // oxlint-disable-next-line no-array-index-key
          <li key={`${index}-${kind}`}>{kind === 'added' ? <ins>{text}</ins> : <del>{text}</del>}</li>
        ))}
      </ul>
      {restore.isError && <ErrorState error={restore.error} />}
      <button type="button" className={controls.button} disabled={restore.isPending} onClick={() => restore.mutate()}>
        Restore this revision
      </button>
    </div>
  )
}
