import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { customersWrite } from '../capabilities.ts'

const customer = () => import('./customer-screen.tsx').then((module) => module.CustomerScreen)

export const customerScreens = defineScreens(customersWrite, [
  {
    path: paths.adminCustomers,
    nav: { label: 'Customers', section: 'sell', key: 'k' },
    load: () => import('./customers-screen.tsx').then((module) => module.CustomersScreen),
  },
  { path: paths.adminNewCustomer, load: customer },
  { path: paths.adminCustomer, load: customer },
])
