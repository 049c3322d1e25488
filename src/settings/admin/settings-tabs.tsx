import { can } from '../../accounts/permissions.ts'
import { Tabs } from '../../admin/list-parts.tsx'
import { useOffice } from '../../admin/office.tsx'
import { hrefs } from '../../routes.ts'

/** The settings' screens beside each other; one alone needs no tabs. */
export function SettingsTabs({ current }: { current: 'shop' | 'payments' }) {
  const { person } = useOffice()
  if (!can(person, 'shop.settings')) return null
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
