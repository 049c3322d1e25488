import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef } from 'react'
import controls from '../../../platform/admin/controls.module.css'
import { Button, ErrorState } from '../../../platform/admin/parts.tsx'
import { useSend } from '../../../platform/admin/resource.ts'
import { useToast } from '../../../platform/admin/toast.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { SubmissionJson } from '../rest/submission-json.ts'
import styles from './submission-details.module.css'

type ReplyFormProps = {
  readonly item: SubmissionJson
  readonly draft: string
  readonly onDraft: (text: string) => void
  readonly onClose: () => void
}

/** Ctrl or Cmd with Enter sends, Escape closes. The draft remains until it is sent. */
export function ReplyForm({ item, draft, onDraft, onClose }: ReplyFormProps) {
  const id = useId()
  const toast = useToast()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const reply = useSend(
    (rest, text: string) => rest.send('POST', hrefs.restSubmissionReplies(item.id), { text }),
    [paths.restSubmissions],
    {
      onSuccess: () => {
        toast.show({ text: 'Your answer is on its way.' })
        onDraft('')
        onClose()
      },
    },
  )
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (draft.trim() !== '' && !reply.isPending) reply.mutate(draft)
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
        value={draft}
        onKeyDown={onKeyDown}
        onChange={({ target }) => onDraft(target.value)}
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
