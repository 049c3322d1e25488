import type { Column } from '../../../platform/admin/list/data-table.tsx'
import { DataTable } from '../../../platform/admin/list/data-table.tsx'
import { Badge, ErrorState, ScreenHeader, useRest } from '../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { EmailTypeJson } from './emails.rest.ts'

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
