import { type KeyboardEvent, type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import controls from '../../../platform/admin/controls.module.css'
import { MAX_LENGTH } from '../comment-input.ts'
import type { CommentJson } from '../rest/comment-json.ts'
import styles from './comment-forms.module.css'
import type { Moderation } from './use-moderation.ts'

type FormProps = { readonly item: CommentJson; readonly onClose: () => void; readonly moderation: Moderation }

/** Inline editor for rating and text. */
export function EditForm({ item, onClose, moderation }: FormProps) {
  const [text, setText] = useState(item.text)
  const [rating, setRating] = useState(item.rating)
  const id = useId()
  const isReview = item.entry.kind === 'product' && item.answers === null
  const save = () => moderation.edit(item, { text: text.trim(), ...(isReview ? { rating } : {}) })
  return (
    <TextForm label="What it says" text={text} onTextChange={setText} submit="Save" save={save} onClose={onClose}>
      {isReview && (
        <div className={styles.rating}>
          <label htmlFor={id}>Stars</label>
          <select
            id={id}
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
    </TextForm>
  )
}

/** A reply by the shop, shown below the comment. */
export function ReplyForm({ item, onClose, moderation }: FormProps) {
  const [text, setText] = useState('')
  return (
    <TextForm
      label={`Your answer to ${item.author}`}
      text={text}
      onTextChange={setText}
      submit={item.status === 'approved' ? 'Answer' : 'Approve and answer'}
      save={() => moderation.reply(item, text.trim())}
      onClose={onClose}
    />
  )
}

type TextFormProps = {
  readonly label: string
  readonly text: string
  readonly onTextChange: (text: string) => void
  readonly submit: string
  readonly save: () => Promise<void>
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** Text field with shortcuts: Ctrl or Cmd and Enter submits, Escape cancels. Input is preserved if saving fails. */
function TextForm({ label, text, onTextChange, submit, save, onClose, children }: TextFormProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [isSaving, setIsSaving] = useState(false)
  // Focus the field when the form opens.
  useEffect(() => field.current?.focus(), [])
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (text.trim() === '' || isSaving) return
    setIsSaving(true)
    save().then(onClose, () => setIsSaving(false))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') onClose()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.currentTarget.form?.requestSubmit()
    }
  }
  return (
    <form className={styles.form} onSubmit={send}>
      {children}
      <div>
        <label htmlFor={id}>{label}</label>
        <textarea
          id={id}
          className={controls.field}
          rows={4}
          maxLength={MAX_LENGTH.text}
          value={text}
          ref={field}
          onKeyDown={onKeyDown}
          onChange={(event) => onTextChange(event.target.value)}
        />
      </div>
      <div className={styles.buttons}>
        <button type="submit" className={controls.primary} disabled={text.trim() === '' || isSaving}>
          {isSaving ? 'Saving …' : submit}
        </button>
        <button type="button" className={controls.button} onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  )
}
