import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '../../../platform/access/permissions.ts'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { ErrorState, Skeleton } from '../../../platform/admin/states.tsx'
import { Time } from '../../../platform/admin/time.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { NoteJson } from '../rest/order-json.ts'
import styles from './order-notes.module.css'

/** The order's notes, newest first, and a form that adds one. */
export function OrderNotes({ orderId }: { orderId: number }) {
  const { user, rest } = useAdminContext()
  const notes = useQuery({
    queryKey: ['order-notes', orderId],
    queryFn: ({ signal }) => rest.get<NoteJson[]>(hrefs.restOrderNotes(orderId), signal),
  })
  return (
    <section className={controls.panel} aria-labelledby="notes-title">
      <h2 id="notes-title">Order notes</h2>
      {can(user, 'orders.write') && <NewNote orderId={orderId} />}
      {notes.isError && <ErrorState error={notes.error} retry={() => void notes.refetch()} />}
      {notes.isPending && <Skeleton width="60%" />}
      {notes.data?.length === 0 && <p className={styles.none}>No notes yet.</p>}
      <ol className={styles.timeline}>
        {notes.data?.map((note) => (
          <li key={note.id}>
            <p className={styles.text}>{note.note}</p>
            <p className={styles.by}>
              <Time gmt={note.date_created_gmt} /> · {note.author}
              {note.customer_note && ' · visible to the customer'}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function NewNote({ orderId }: { orderId: number }) {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const add = useMutation({
    mutationFn: (note: string) => rest.send<NoteJson>('POST', hrefs.restOrderNotes(orderId), { note }),
    onSuccess: async (created) => {
      setText('')
      queries.setQueryData<NoteJson[]>(['order-notes', orderId], (current) => [created, ...(current ?? [])])
      await queries.invalidateQueries({ queryKey: ['order-notes', orderId] })
    },
  })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') add.mutate(text.trim())
      }}
    >
      <label htmlFor="new-note">Note for the shop</label>
      <textarea
        id="new-note"
        className={controls.field}
        rows={2}
        maxLength={5000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
        }}
      />
      {add.isError && <ErrorState error={add.error} />}
      <button type="submit" className={controls.button} disabled={add.isPending || text.trim() === ''}>
        {add.isPending ? 'Adding …' : 'Add note'}
      </button>
      <p className="visually-hidden" role="status">
        {add.isSuccess ? 'The note was added.' : ''}
      </p>
    </form>
  )
}
