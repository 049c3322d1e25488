import { roleNames, staffRoles } from '../../../platform/access/permissions.ts'
import { formatAmount } from '../../../platform/admin/amount.ts'
import { deleteAction } from '../../../platform/admin/list/bulk-actions.tsx'
import { type Column, countColumn, timeColumn } from '../../../platform/admin/list/data-table.tsx'
import { ListScreen } from '../../../platform/admin/list/list-screen.tsx'
import { EmailText } from '../../../platform/ui/email-text.tsx'
import type { CustomerJson } from '../rest/customers.ts'
import { customerName, customers } from './customers.ts'

const columns: readonly Column<CustomerJson>[] = [
  { title: 'Name', name: 'name', orderby: 'name', skeleton: ['140px'], cell: customerName },
  {
    title: 'Email',
    name: 'email',
    isSoft: true,
    skeleton: ['180px'],
    cell: (customer) => <EmailText address={customer.email} />,
  },
  { title: 'City', name: 'city', place: 'half', isSoft: true, cell: (customer) => customer.billing.city },
  timeColumn('Since', 'since', (customer) => customer.date_created_gmt, {
    orderby: 'registered_date',
    place: 'half',
  }),
  countColumn('Orders', 'orders', (customer) => customer.orders_count),
  {
    title: 'Spent',
    name: 'spent',
    place: 'corner',
    isNumeric: true,
    skeleton: ['64px'],
    cell: (customer) => formatAmount(customer.total_spent),
  },
]

export const CustomersScreen = () => (
  <ListScreen
    resource={customers}
    columns={columns}
    nameOf={customerName}
    searchLabel="Search by name or email"
    filters={[
      {
        name: 'role',
        any: 'Customers',
        options: [...staffRoles.map((role) => [role, `${roleNames[role]}s`] as const), ['all', 'All accounts']],
      },
    ]}
    bulkActions={[deleteAction(customers, customerName)]}
    orderText="by name"
    emptyText="Customers can create an account at the checkout, or you create it for them."
    hasNew
  />
)
