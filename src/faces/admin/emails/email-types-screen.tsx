import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '../../../platform/access/permissions.ts'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { ErrorState, QueryState, ScreenHeader, Skeleton, useRest } from '../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { EmailPreview } from './email-preview.tsx'
import typeStyles from './email-types-screen.module.css'
import type { EmailPreviewJson, EmailTypeJson } from './emails.rest.ts'

/** Every email type: enabled or not, recipients and a preview. */
export function EmailTypesScreen() {
  const types = useRest<EmailTypeJson[]>(['mail-kinds'], paths.restEmailTypes)
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <>
      <ScreenHeader title="Email types" backLink={{ to: hrefs.adminEmails(), label: 'Mail' }} />
      <QueryState query={types} />
      {types.data &&
        (['customer', 'shop'] as const).map((to) => (
          <section key={to} className={typeStyles.group} aria-labelledby={`to-${to}`}>
            <h2 id={`to-${to}`}>{to === 'customer' ? 'To the customer' : 'To the shop'}</h2>
            <ul className={typeStyles.kinds}>
              {types.data
                .filter((emailType) => emailType.to === to)
                .map((emailType) => (
                  <EmailType
                    key={emailType.id}
                    emailType={emailType}
                    isOpen={openId === emailType.id}
                    onToggle={() => setOpenId(openId === emailType.id ? null : emailType.id)}
                  />
                ))}
            </ul>
          </section>
        ))}
    </>
  )
}

type EmailTypeProps = { emailType: EmailTypeJson; isOpen: boolean; onToggle: () => void }

function EmailType({ emailType, isOpen, onToggle }: EmailTypeProps) {
  const { user, rest } = useAdminContext()
  const queries = useQueryClient()
  const mayChange = can(user, 'shop.settings')
  const [recipients, setRecipients] = useState(emailType.recipients.join(', '))
  const [subject, setSubject] = useState(emailType.subject)
  const save = useMutation({
    mutationFn: (change: { enabled?: boolean; recipients?: string[]; subject?: string }) =>
      rest.send<EmailTypeJson>('PUT', hrefs.restEmailType(emailType.id), change),
    onSuccess: async (saved) => {
      setRecipients(saved.recipients.join(', '))
      setSubject(saved.subject)
      await queries.invalidateQueries({ queryKey: ['mail-kinds'] })
      await queries.invalidateQueries({ queryKey: ['mail-preview', emailType.id] })
    },
  })
  const recipientList = recipients.split(/[,;\s]+/).filter((address) => address !== '')
  const isChanged = recipientList.join() !== emailType.recipients.join() || subject !== emailType.subject
  const isToShop = emailType.to === 'shop'
  return (
    <li className={`${controls.panel} ${typeStyles.kind}`}>
      <div className={typeStyles.head}>
        <label className={typeStyles.name}>
          <input
            type="checkbox"
            checked={emailType.enabled}
            disabled={!mayChange || save.isPending}
            onChange={(event) => save.mutate({ enabled: event.target.checked })}
          />
          {emailType.title}
        </label>
        <button type="button" className={controls.button} aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? 'Close' : 'Preview'}
          <span className="visually-hidden"> {emailType.title}</span>
        </button>
      </div>
      <p className={typeStyles.when}>{emailType.when}</p>
      {(isToShop || isOpen) && (
        <form
          className={typeStyles.to}
          onSubmit={(event) => {
            event.preventDefault()
            save.mutate({ subject, ...(isToShop ? { recipients: recipientList } : {}) })
          }}
        >
          {isToShop && (
            <label>
              Goes to
              <input
                className={controls.field}
                value={recipients}
                placeholder={emailType.default_recipient}
                disabled={!mayChange}
                onChange={(event) => setRecipients(event.target.value)}
              />
            </label>
          )}
          {isOpen && (
            <label>
              Own subject
              <input
                className={controls.field}
                value={subject}
                placeholder={emailType.subject_words.map((word) => `{${word}}`).join(' ')}
                maxLength={200}
                disabled={!mayChange}
                onChange={(event) => setSubject(event.target.value)}
              />
            </label>
          )}
          {isChanged && (
            <button type="submit" className={controls.primary} disabled={save.isPending}>
              {save.isPending ? 'Saving …' : 'Save'}
            </button>
          )}
        </form>
      )}
      {save.isError && <ErrorState error={save.error} />}
      {isOpen && <Preview id={emailType.id} />}
    </li>
  )
}

function Preview({ id }: { id: string }) {
  const preview = useRest<EmailPreviewJson>(['mail-preview', id], hrefs.restEmailPreview(id))
  if (preview.isError || !preview.data) return <QueryState query={preview} placeholder={<Skeleton width="100%" />} />
  return (
    <div className={typeStyles.preview}>
      <p className={typeStyles.when}>
        {preview.data.order_id === 0 ? 'With sample data.' : 'With the newest order.'} Subject:{' '}
        <strong>{preview.data.subject}</strong>
      </p>
      <EmailPreview email={preview.data} />
    </div>
  )
}
