import { useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { can } from '../../../platform/access/permissions.ts'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import form from '../../../platform/admin/form/form.module.css'
import { EditForm } from '../../../platform/admin/form/form.tsx'
import { EmptyState, QueryState, ScreenHeader, Skeleton, useRest } from '../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { EmailPreview } from './email-preview.tsx'
import styles from './email-type-screen.module.css'
import type { EmailPreviewJson, EmailTypeJson } from './emails.rest.ts'

type TypeFields = Pick<EmailTypeJson, 'enabled' | 'recipients' | 'subject'>

const { Checkbox, Field, TokenField } = formFields<TypeFields>()

export function EmailTypeScreen() {
  const { kind = '' } = useParams()
  const { user } = useAdminContext()
  const types = useRest<EmailTypeJson[]>([paths.restEmailTypes], paths.restEmailTypes)
  const type = types.data?.find(({ id }) => id === kind)
  return (
    <>
      <ScreenHeader
        title={type?.title ?? 'Email type'}
        backLink={{ to: paths.adminEmailTypes, label: 'Email types' }}
      />
      <QueryState query={types} />
      {types.data && !type && <EmptyState title="There is no such email" />}
      {type && (
        <>
          <p className={styles.when}>{type.when}</p>
          {can(user, 'shop.settings') && <TypeForm key={kind} type={type} />}
          <Preview id={kind} />
        </>
      )}
    </>
  )
}

function TypeForm({ type }: { type: EmailTypeJson }) {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const { enabled, recipients, subject } = type
  return (
    <EditForm<TypeFields>
      initial={{ enabled, recipients, subject }}
      labels={{ save: 'Save changes', saved: 'Saved.' }}
      className={form.settings}
      save={async ({ changes }) => {
        const saved = await rest.send<EmailTypeJson>('PUT', hrefs.restEmailType(type.id), changes)
        await queries.invalidateQueries({ queryKey: [paths.restEmailTypes] })
        return { enabled: saved.enabled, recipients: saved.recipients, subject: saved.subject }
      }}
    >
      <FieldGroup title="Settings">
        <Checkbox name="enabled" label="Send this email" />
        {type.to === 'shop' && (
          <TokenField
            name="recipients"
            label="Goes to"
            hint={`Email addresses. Without one: ${type.default_recipient}`}
            isWide
          />
        )}
        <Field
          name="subject"
          label="Own subject"
          hint={`May contain ${type.subject_words.map((word) => `{${word}}`).join(', ')}. Empty: the shop’s words.`}
          maxLength={200}
          isWide
        />
      </FieldGroup>
    </EditForm>
  )
}

function Preview({ id }: { id: string }) {
  const preview = useRest<EmailPreviewJson>([paths.restEmailTypes, id], hrefs.restEmailPreview(id))
  if (preview.isError || !preview.data) return <QueryState query={preview} placeholder={<Skeleton width="100%" />} />
  return (
    <div className={styles.preview}>
      <p className={styles.when}>
        {preview.data.order_id === 0 ? 'With sample data.' : 'With the newest order.'} Subject:{' '}
        <strong>{preview.data.subject}</strong>
      </p>
      <EmailPreview email={preview.data} />
    </div>
  )
}
