import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useAdminContext } from './admin-context.tsx'
import { useToast } from './toast.tsx'

/** What a list screen and a form screen show: a REST collection and its place in the back office. */
export type Resource = {
  /** 'coupon', 'coupons'. */
  readonly names: readonly [one: string, many: string]
  /** Title of the list, and label of the links back to it. */
  readonly title: string
  /** REST address of the collection; an item's is this and `/` and its id. */
  readonly rest: string
  /** Path of the list screen; an item's is this and its id and `/`. */
  readonly screen: string
}

export const resourceOf = (names: Resource['names'], title: string, rest: string, screen: string): Resource => ({
  names,
  title,
  rest,
  screen,
})

export const restItem = (resource: Resource, id: number): string => `${resource.rest}/${id}`

export const screenOf = (resource: Resource, id: number): string => `${resource.screen}${id}/`

type Deletion = { readonly text: string; readonly to: string; readonly more?: object }

/** Deletes an item for good, says so and goes to another screen. Cached lists of the resource are fetched again. */
export function useDelete(resource: Resource) {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  return async (id: number, { text, to, more }: Deletion) => {
    await rest.send('DELETE', restItem(resource, id), { force: true, ...more })
    queries.removeQueries({ queryKey: [resource.rest, id] })
    await queries.invalidateQueries({ queryKey: [resource.rest] })
    toast.show({ text })
    await navigate(to, { replace: true })
  }
}
