import { can } from '../access/permissions.ts'
import { hrefs } from '../web/routes.ts'
import { useAdminContext } from './admin-context.tsx'
import { Tabs } from './list-controls.tsx'

/** Tabs of the settings screens; hidden if there is only one. */
export function SettingsTabs({ current }: { current: 'shop' | 'payments' }) {
  const { user } = useAdminContext()
  if (!can(user, 'shop.settings')) return null
  return (
    <Tabs
      label="Settings"
      current={current}
      tabs={[
        { key: 'shop', label: 'Shop', to: hrefs.adminSettings() },
        { key: 'payments', label: 'Payments', to: hrefs.adminPayments() },
      ]}
    />
  )
}
