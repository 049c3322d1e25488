import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { Role } from '../../../platform/access/permissions.ts'
import form from '../../../platform/admin/form/form.module.css'

const rightsText: Readonly<Record<Role, string>> = {
  customer: 'Shops, and sees their own orders. The back office is closed to them.',
  editor: 'Writes posts and pages, manages pictures, reviews and comments. Sees no orders and no customers.',
  shop_manager:
    'Runs the shop: orders, products, coupons, customers, its settings, and all content. Not people, keys of others, or payment settings.',
  administrator: 'May do everything, also decide who works here and where the money goes.',
}

export function RoleRights({ children }: { readonly children?: ReactNode }) {
  const role = useWatch<{ role: Role }, 'role'>({ name: 'role' })
  return (
    <p className={form.soft} aria-live="polite">
      {rightsText[role]} {children}
    </p>
  )
}
