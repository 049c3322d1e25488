import { resourceOf } from '../../../platform/admin/resource.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { CustomerJson } from '../rest/customers.ts'

export const customers = resourceOf(['customer', 'customers'], 'Customers', paths.restCustomers, paths.adminCustomers)

export const customerName = ({ first_name, last_name, email }: CustomerJson): string =>
  `${first_name} ${last_name}`.trim() || email
