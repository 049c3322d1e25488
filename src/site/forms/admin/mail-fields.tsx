import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { Button } from '../../../platform/admin/parts.tsx'
import { type FormProblem, mailParts, mailTagsOf } from '../editing/form-problems.ts'
import { parseTemplate } from '../form-tag.ts'
import { specialMailTags } from '../mail/mail-tags.ts'
import styles from './form-editor.module.css'
import type { FormValues } from './form-parts.tsx'
import { findField, insertText } from './insert-text.client.ts'
import { ProblemList } from './problem-list.tsx'

const { Field, TextArea, Checkbox } = formFields<FormValues>()

const BODY_ROWS = 14

type MailFieldsProps = { readonly name: 'mail' | 'mail_2'; readonly problems: readonly FormProblem[] }

export function MailFields({ name, problems }: MailFieldsProps) {
  const isActive = useWatch<FormValues>({ name: `${name}.active` })
  const own = (part: keyof typeof mailParts) => ({ name: `${name}.${part}`, label: mailParts[part] }) as const
  const last = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const insert = (tag: string) => {
    const field = last.current?.isConnected ? last.current : findField(`${name}.body`)
    if (field) insertText(field, `[${tag}]`)
  }
  return (
    <div
      className={styles.mail}
      onFocus={({ target }) => {
        if (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text'))
          last.current = target
      }}
    >
      {name === 'mail_2' && (
        <Checkbox
          name="mail_2.active"
          label="Send a second email"
          hint="Often to the sender: that the message has arrived."
        />
      )}
      {(name === 'mail' || isActive) && (
        <>
          <MailTags onInsert={insert} />
          <ProblemList label="Problems of this email" problems={problems} />
          <FieldGroup title={name === 'mail' ? 'Email to the shop' : 'Second email'}>
            <Field {...own('recipient')} />
            <Field
              {...own('sender')}
              hint="Emails are sent from the shop’s own address; an address of another domain is used for replies."
            />
            <Field {...own('subject')} isWide />
            <TextArea {...own('body')} rows={BODY_ROWS} />
            <Checkbox name={`${name}.use_html`} label="The text is HTML" isWide={false} />
            <Checkbox
              name={`${name}.exclude_blank`}
              label="Leave out lines whose fields are all empty"
              isWide={false}
            />
            <TextArea {...own('additional_headers')} hint="One per line: Reply-To, Cc, Bcc, X-…" isWide={false} />
            <TextArea {...own('attachments')} hint="File fields of the form, such as [your-file]." isWide={false} />
          </FieldGroup>
        </>
      )}
    </div>
  )
}

function MailTags({ onInsert }: { readonly onInsert: (tag: string) => void }) {
  const form = useWatch<FormValues, 'form'>({ name: 'form' })
  const buttons = (tags: readonly string[]) => (
    <div className={styles.tags}>
      {tags.map((tag) => (
        <Button key={tag} aria-label={`Insert [${tag}]`} onClick={() => onInsert(tag)}>
          <code>[{tag}]</code>
        </Button>
      ))}
    </div>
  )
  return (
    <div role="group" aria-label="Available tags">
      <p className={styles.soft}>They are replaced by what visitors typed. Select one to insert it at the cursor.</p>
      {buttons(mailTagsOf(parseTemplate(form)))}
      <details className={styles.more}>
        <summary>About the page, the shop and the sender</summary>
        {buttons(specialMailTags)}
      </details>
    </div>
  )
}
