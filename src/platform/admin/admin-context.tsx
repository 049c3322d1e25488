import { createContext, useContext } from 'react'
import { type Capability, can } from '../access/permissions.ts'
import type { AdminUser } from './admin-user.ts'
import type { Entity } from './entity.ts'
import type { RestClient } from './rest.client.ts'
import type { Screen } from './screen.ts'

export type AdminContextValue = {
  readonly user: AdminUser
  readonly rest: RestClient
  /** All screens, also those that the user may not open. */
  readonly screens: readonly Screen[]
  /** What can be picked, by its name. */
  readonly entities: () => Promise<Readonly<Record<string, Entity>>>
}

const AdminContext = createContext<AdminContextValue | null>(null)

export const AdminProvider = AdminContext.Provider

export function useAdminContext(): AdminContextValue {
  const value = useContext(AdminContext)
  if (!value) throw new Error('A screen is rendered outside the back office')
  return value
}

/** Whether the person may do this. The server asks again with every call. */
export const useMay = (capability: Capability): boolean => can(useAdminContext().user, capability)
