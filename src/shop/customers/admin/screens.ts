import { defineScreen } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'

const customer = () => import('./customer-screen.tsx').then((module) => module.CustomerScreen)

export const customerScreens = [
  defineScreen({
    path: paths.adminCustomers,
    capability: 'customers.write',
    nav: { label: 'Customers', section: 'sell', key: 'k' },
    load: () => import('./customers-screen.tsx').then((module) => module.CustomersScreen),
  }),
  defineScreen({ path: paths.adminNewCustomer, capability: 'customers.write', load: customer }),
  defineScreen({ path: paths.adminCustomer, capability: 'customers.write', load: customer }),
]
