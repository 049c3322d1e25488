import { createContext, useContext } from 'react'
import type { Person } from './person.ts'
import type { RestClient } from './rest.client.ts'

/** What every screen of the back office is handed. */
export type Office = { readonly person: Person; readonly rest: RestClient }

const OfficeContext = createContext<Office | null>(null)

export const OfficeProvider = OfficeContext.Provider

export function useOffice(): Office {
  const office = useContext(OfficeContext)
  if (!office) throw new Error('A screen stands outside the back office')
  return office
}
