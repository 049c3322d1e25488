import { useQueryClient } from '@tanstack/react-query'
import { useSend } from './parts.tsx'

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

export const restItem = (resource: Resource, id: number): string => `${resource.rest}/${id}`

export const screenOf = (resource: Resource, id: number): string => `${resource.screen}${id}/`

/** Deletes an item for good; cached lists and items of the resource are fetched again. */
export function useDelete(resource: Resource) {
  const queries = useQueryClient()
  return useSend((rest, id: number) => rest.send('DELETE', restItem(resource, id), { force: true }), [resource.rest], {
    onSuccess: (_, id) => queries.removeQueries({ queryKey: [resource.rest, id] }),
  })
}
