import { type QueryKey, useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { ConfirmDialog } from '../../../platform/admin/confirm-button.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { hasUnsavedChanges } from '../../../platform/admin/form/unsaved.ts'
import { Button, ErrorState, Panel, QueryState, Time, useRest } from '../../../platform/admin/parts.tsx'
import { useToast } from '../../../platform/admin/toast.tsx'
import { compareLines } from '../compare-text.ts'
import styles from './revisions.module.css'

type SavedRevision = { readonly id: number; readonly author_name: string; readonly date_gmt: string }

type RevisionsProps<R, Item> = {
  /** REST URL of the list. `POST {id}/restore` below it restores a revision and returns the entry. */
  readonly href: string
  readonly queryKey: QueryKey
  readonly linesOf: (revision: R) => readonly string[]
  readonly current: readonly string[]
  readonly onRestored: (item: Item) => unknown
}

export function Revisions<R extends SavedRevision, Item>(props: RevisionsProps<R, Item>) {
  const query = useRest<readonly R[]>(props.queryKey, props.href)
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
              <span>
                <Time gmt={revision.date_gmt} />
                {revision.author_name !== '' && `, ${revision.author_name}`}
              </span>
            </button>
            {open === revision.id && <Comparison {...props} revision={revision} />}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Comparison<R extends SavedRevision, Item>(props: RevisionsProps<R, Item> & { readonly revision: R }) {
  const { href, revision, linesOf, current, onRestored } = props
  const { rest } = useAdminContext()
  const toast = useToast()
  const question = useRef<HTMLDialogElement>(null)
  const restore = useMutation({
    mutationFn: () => rest.send<Item>('POST', `${href}/${revision.id}/restore`, {}),
    onSuccess: async (restored) => {
      toast.show({ text: 'This revision is the newest text again.' })
      await onRestored(restored)
    },
  })
  const lines = compareLines([...linesOf(revision)], [...current]).filter(({ kind }) => kind !== 'same')
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
      <Button
        label="Restore this revision"
        disabled={restore.isPending}
        onClick={() => (hasUnsavedChanges() ? question.current?.showModal() : restore.mutate())}
      />
      <ConfirmDialog
        dialog={question}
        question="Restore without saving?"
        text="Your changes on this screen would be lost."
        confirmLabel="Restore"
        cancelLabel="Stay here"
        run={() => restore.mutateAsync()}
      />
    </div>
  )
}
