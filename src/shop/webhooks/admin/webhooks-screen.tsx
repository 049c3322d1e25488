import { deleteAction } from '../../../platform/admin/list/bulk-actions.tsx'
import { type Column, countColumn, timeColumn } from '../../../platform/admin/list/data-table.tsx'
import { ListScreen } from '../../../platform/admin/list/list-screen.tsx'
import table from '../../../platform/admin/list/table.module.css'
import type { WebhookJson } from '../rest/webhook-json.ts'
import { statusNames, WebhookBadge, webhooks } from './webhook-parts.tsx'

const columns: readonly Column<WebhookJson>[] = [
  { title: 'Name', name: 'name', orderby: 'title', skeleton: ['180px'], cell: (webhook) => webhook.name },
  {
    title: 'Tells',
    name: 'tells',
    skeleton: ['220px'],
    cell: (webhook) => (
      <>
        <code>{webhook.topic}</code>
        <span className={table.second}>{webhook.delivery_url}</span>
      </>
    ),
  },
  {
    title: 'State',
    name: 'state',
    place: 'corner',
    skeleton: ['72px'],
    cell: (webhook) => <WebhookBadge webhook={webhook} />,
  },
  countColumn('Waiting', 'waiting', (webhook) => webhook.waiting_count, { skeleton: ['40px'] }),
  timeColumn('Created', 'created', (webhook) => webhook.date_created_gmt, { orderby: 'date', place: 'half' }),
]

export const WebhooksScreen = () => (
  <ListScreen
    resource={webhooks}
    columns={columns}
    nameOf={(webhook) => webhook.name}
    searchLabel="Search by name"
    filters={[{ name: 'status', any: 'Any state', options: Object.entries(statusNames) }]}
    bulkActions={[deleteAction(webhooks, ({ name }: WebhookJson) => name)]}
    emptyText="A webhook notifies another program, such as accounting or a warehouse, when something happens in the shop."
    hasNew
  />
)
