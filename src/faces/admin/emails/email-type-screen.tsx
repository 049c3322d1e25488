import { useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useAdminContext, useMay } from '../../../platform/admin/admin-context.tsx'
import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import form from '../../../platform/admin/form/form.module.css'
import { EditForm } from '../../../platform/admin/form/form.tsx'
import { type Column, DataTable } from '../../../platform/admin/list/data-table.tsx'
import {
  Badge,
  EmptyState,
  ErrorState,
  QueryState,
  ScreenHeader,
  Skeleton,
  useRest,
  WaitingPanel,
} from '../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { shopSettingsWrite } from '../../../things/settings/capabilities.ts'
import { EmailPreview } from './email-preview.tsx'
import styles from './email-screen.module.css'
import type { EmailPreviewJson, EmailTypeJson } from './emails.rest.ts'

type TypeFields = Pick<EmailTypeJson, 'enabled' | 'recipients' | 'subject'>

const { Checkbox, Field, TokenField } = formFields<TypeFields>()

export function EmailTypeScreen() {
  const { kind = '' } = useParams()
  const mayWrite = useMay(shopSettingsWrite)
  const types = useRest<EmailTypeJson[]>([paths.restEmailTypes], paths.restEmailTypes)
  const type = types.data?.find(({ id }) => id === kind)
  return (
    <>
      <ScreenHeader
        title={type?.title ?? 'Email type'}
        backLink={{ to: paths.adminEmailTypes, label: 'Email types' }}
      />
      <QueryState query={types} placeholder={<WaitingPanel />} />
      {types.data && !type && <EmptyState title="There is no such email" />}
      {type && (
        <>
          <p className={styles.when}>{type.when}</p>
          {mayWrite && <TypeForm key={kind} type={type} />}
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
        const saved = await rest.send<EmailTypeJson>('PUT', `${paths.restEmailTypes}/${type.id}`, changes)
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
          label="Custom subject"
          hint={`May contain ${type.subject_words.map((word) => `{${word}}`).join(', ')}. Leave it empty for the default.`}
          maxLength={200}
          isWide
        />
      </FieldGroup>
    </EditForm>
  )
}

function Preview({ id }: { id: string }) {
  const preview = useRest<EmailPreviewJson>([paths.restEmailTypes, id], `${paths.restEmailTypes}/${id}/preview`)
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

type Row = Omit<EmailTypeJson, 'id'> & { readonly id: number; readonly kind: string }

const recipientsOf = ({ to, recipients, default_recipient }: Row): string =>
  to === 'customer' ? 'The customer' : recipients.join(', ') || default_recipient

const columns: readonly Column<Row>[] = [
  { title: 'Email', name: 'email', skeleton: ['160px'], cell: (type) => type.title },
  { title: 'When', name: 'when', isSoft: true, skeleton: ['320px'], cell: (type) => type.when },
  { title: 'Goes to', name: 'to', isSoft: true, skeleton: ['120px'], cell: recipientsOf },
  {
    title: 'Status',
    name: 'status',
    place: 'corner',
    skeleton: ['48px'],
    cell: (type) => (type.enabled ? <Badge tone="leaf">On</Badge> : <Badge tone="hollow">Off</Badge>),
  },
]

export function EmailTypesScreen() {
  const types = useRest<EmailTypeJson[]>([paths.restEmailTypes], paths.restEmailTypes)
  const rows = types.data?.map((type, index) => ({ ...type, id: index, kind: type.id }))
  return (
    <>
      <ScreenHeader title="Email types" backLink={{ to: hrefs.adminEmails(), label: 'Mail' }} />
      {types.isError && <ErrorState error={types.error} retry={() => void types.refetch()} />}
      {!types.isError && (
        <DataTable
          caption="Email types"
          columns={columns}
          items={rows}
          asOf={types.dataUpdatedAt}
          isBusy={types.isPending}
          itemHref={(id) => hrefs.adminEmailType(rows?.[id]?.kind ?? '')}
          nameOf={(type) => type.title}
          sort={undefined}
          onSort={() => {}}
        />
      )}
    </>
  )
}
