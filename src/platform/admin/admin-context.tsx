import { createContext, useContext } from 'react'
import { type Capability, can } from '../access/permissions.ts'
import type { Entity } from './entity.ts'
import type { RestClient } from './rest.client.ts'
import type { Screen } from './screen.ts'
import type { AdminUser } from './start/admin-user.ts'

export type AdminContextValue = {
  readonly user: AdminUser
  readonly rest: RestClient
  /** All screens, including those that the user may not open. */
  readonly screens: readonly Screen[]
  /** Entities for pickers by name. */
  readonly entities: () => Promise<Readonly<Record<string, Entity>>>
}

const AdminContext = createContext<AdminContextValue | null>(null)

export const AdminProvider = AdminContext.Provider

export function useAdminContext(): AdminContextValue {
  const value = useContext(AdminContext)
  if (!value) throw new Error('A screen is rendered outside the back office')
  return value
}

/** Whether the user has the capability. The server checks each call again. */
export const useMay = (capability: Capability): boolean => can(useAdminContext().user, capability)
