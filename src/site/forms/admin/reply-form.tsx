import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import controls from '../../../platform/admin/controls.module.css'
import { Button, ErrorState } from '../../../platform/admin/parts.tsx'
import type { SubmissionJson } from '../rest/submission-json.ts'
import { useReply } from './submission-actions.ts'
import styles from './submission-details.module.css'

type ReplyFormProps = {
  readonly item: SubmissionJson
  readonly drafts: Map<number, string>
  readonly onClose: () => void
}

/** Ctrl or Cmd with Enter sends, Escape closes. The draft remains until it is sent. */
export function ReplyForm({ item, drafts, onClose }: ReplyFormProps) {
  const [text, setText] = useState(drafts.get(item.id) ?? '')
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const reply = useReply(item.id, () => {
    drafts.delete(item.id)
    onClose()
  })
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (text.trim() !== '' && !reply.isPending) reply.mutate(text)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') onClose()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <label htmlFor={id}>Your answer to {item.sender}</label>
      <textarea
        id={id}
        ref={field}
        className={controls.field}
        rows={8}
        maxLength={20_000}
        value={text}
        onKeyDown={onKeyDown}
        onChange={({ target: { value } }) => {
          setText(value)
          drafts.set(item.id, value)
        }}
      />
      {reply.isError && <ErrorState error={reply.error} />}
      <p className={styles.actions}>
        <Button type="submit" kind="primary" label="Send" isBusy={reply.isPending} />
        <Button label="Cancel" onClick={onClose} />
        <span>To {item.email}</span>
      </p>
    </form>
  )
}
