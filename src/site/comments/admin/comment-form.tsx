import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import controls from '../../../platform/admin/controls.module.css'
import { useUnsavedChanges } from '../../../platform/admin/form/unsaved.ts'
import { Button } from '../../../platform/admin/parts.tsx'
import { MAX_LENGTH } from '../comment-input.ts'
import type { CommentJson } from '../rest/comments.ts'
import styles from './comment-forms.module.css'
import type { Moderation } from './use-moderation.ts'

type CommentFormProps = {
  readonly kind: 'edit' | 'reply'
  readonly item: CommentJson
  readonly onClose: () => void
  readonly moderation: Moderation
}

/** Ctrl or Cmd with Enter submits, Escape cancels. The input remains if saving fails. */
export function CommentForm({ kind, item, onClose, moderation }: CommentFormProps) {
  const isEdit = kind === 'edit'
  const hasRating = isEdit && item.entry.kind === 'product' && item.answers === null
  const [text, setText] = useState(isEdit ? item.text : '')
  const [rating, setRating] = useState(item.rating)
  const [isSaving, setIsSaving] = useState(false)
  useUnsavedChanges(text !== (isEdit ? item.text : '') || rating !== item.rating, isSaving)
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (text.trim() === '' || isSaving) return
    setIsSaving(true)
    const saved = isEdit
      ? moderation.edit(item, { text: text.trim(), rating: hasRating ? rating : undefined })
      : moderation.reply(item, text.trim())
    saved.then(onClose, () => setIsSaving(false))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') onClose()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
  }
  const submit = isEdit ? 'Save' : item.status === 'approved' ? 'Answer' : 'Approve and answer'
  return (
    <form className={styles.form} onSubmit={send}>
      {hasRating && (
        <div className={styles.rating}>
          <label htmlFor={`${id}-stars`}>Stars</label>
          <select
            id={`${id}-stars`}
            className={controls.field}
            value={rating ?? ''}
            onChange={(event) => setRating(event.target.value === '' ? null : Number(event.target.value))}
          >
            {item.rating === null && <option value="">None</option>}
            {[5, 4, 3, 2, 1].map((stars) => (
              <option key={stars} value={stars}>
                {stars}
              </option>
            ))}
          </select>
        </div>
      )}
      <div>
        <label htmlFor={id}>{isEdit ? 'What it says' : `Your answer to ${item.author}`}</label>
        <textarea
          id={id}
          className={controls.field}
          rows={4}
          maxLength={MAX_LENGTH.text}
          value={text}
          ref={field}
          onKeyDown={onKeyDown}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div className={styles.buttons}>
        <Button type="submit" kind="primary" disabled={text.trim() === '' || isSaving}>
          {isSaving ? 'Saving …' : submit}
        </Button>
        <Button label="Cancel" onClick={onClose} />
      </div>
    </form>
  )
}
