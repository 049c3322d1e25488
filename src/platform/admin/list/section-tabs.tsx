import { useLocation } from 'react-router'
import { useAdminContext } from '../admin-context.tsx'
import { screensOf } from '../screen.ts'
import { Tabs } from './list-controls.tsx'

/** Sections whose screens are one entry of the navigation. */
const tabbed = { products: 'Products', settings: 'Settings' } as const

/** The screens of the section of this one, if they are tabs and the user may open more than one. */
export function SectionTabs() {
  const { user, screens } = useAdminContext()
  const { pathname } = useLocation()
  const section = screens.find(({ path }) => path === pathname)?.nav?.section
  if (section !== 'products' && section !== 'settings') return null
  const tabs = screensOf(screens, section, user)
  if (tabs.length <= 1) return null
  return (
    <Tabs
      label={tabbed[section]}
      current={pathname}
      tabs={tabs.map(({ path, nav }) => ({ key: path, label: nav.label, to: path }))}
    />
  )
}
