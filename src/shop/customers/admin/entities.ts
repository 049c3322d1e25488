import { entity, lister } from '../../../platform/admin/entity.ts'
import { paths } from '../../../platform/web/routes.ts'

type Customer = { readonly id: number; readonly email: string; readonly first_name: string; readonly last_name: string }

export const customerEntities = {
  customers: entity(
    'customer',
    'Search customers by name or email',
    lister<Customer>(paths.restCustomers, { role: 'all' }, ({ first_name, last_name, email }) => ({
      label: `${first_name} ${last_name}`.trim() || email,
      detail: email,
    })),
  ),
}
