import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import type { BulkAction } from '../../../platform/admin/list/change-items.ts'
import type { Tone } from '../../../platform/admin/parts.tsx'
import { resourceOf } from '../../../platform/admin/resource.ts'
import type { RestClient } from '../../../platform/admin/rest.client.ts'
import { useToast } from '../../../platform/admin/toast.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { CommentStatus } from '../comments.table.ts'
import type { CommentStatusChange } from '../moderate-comments.ts'
import type { CommentJson } from '../rest/comments.ts'

type StatusTexts = { tab: string; badge: string; tone?: Tone; action: string; key: string; done: string }

export const commentStatuses: Readonly<Record<CommentStatus, StatusTexts>> = {
  approved: { tab: 'Approved', badge: 'Approved', tone: 'leaf', action: 'Approve', key: 'a', done: 'approved' },
  pending: { tab: 'Waiting', badge: 'Waiting', tone: 'gold', action: 'Hold', key: 'h', done: 'moved back to waiting' },
  spam: { tab: 'Spam', badge: 'Spam', tone: 'berry', action: 'Spam', key: 's', done: 'marked as spam' },
  trash: { tab: 'Trash', badge: 'In the trash', action: 'Trash', key: 'd', done: 'moved to the trash' },
}

export const statusEntries = Object.entries(commentStatuses) as [CommentStatus, StatusTexts][]

export const reviews = resourceOf(['review', 'reviews'], 'Reviews', paths.restComments, paths.adminComments)

const move = async (rest: RestClient, ids: readonly number[], to: CommentStatus) =>
  (await rest.send<{ moved: CommentStatusChange[] }>('POST', paths.restCommentMoves, { ids, to })).moved

async function setStatus(rest: RestClient, ids: readonly number[], to: CommentStatus) {
  const changes = await move(rest, ids, to)
  return {
    text: `${countText(changes.length)} ${commentStatuses[to].done}.`,
    undo: async () => {
      for (const [status, group] of Map.groupBy(changes, (one) => one.from)) {
        const ids = group.map((one) => one.id)
        await move(rest, ids, status)
      }
    },
  }
}

async function remove(rest: RestClient, ids: readonly number[]) {
  await rest.send('POST', paths.restCommentDeletions, { ids })
  return { text: `${countText(ids.length)} deleted.` }
}

const idsOf = (items: readonly CommentJson[]) => items.map((item) => item.id)

export const bulkActions: readonly BulkAction<CommentJson>[] = [
  ...statusEntries.map(([to, { action }]) => ({
    label: action,
    isOffered: (items: readonly CommentJson[]) => items.some((item) => item.status !== to),
    run: (items: readonly CommentJson[], rest: RestClient) => setStatus(rest, idsOf(items), to),
  })),
  {
    label: 'Delete permanently',
    question: 'The selected reviews will be gone for good.',
    isOffered: (items) => items.every((item) => item.status === 'spam' || item.status === 'trash'),
    run: (items, rest) => remove(rest, idsOf(items)),
  },
]

export type Moderation = ReturnType<typeof useModeration>

export function useModeration() {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const toast = useToast()
  const refetch = () => queries.invalidateQueries({ queryKey: [paths.restComments] })
  const job = useMutation({
    mutationFn: (work: () => Promise<{ text: string; undo?: () => Promise<unknown> }>) => work(),
    onSuccess: ({ text, undo }) => toast.show({ text, undo: undo && (() => undo().then(refetch)) }),
    onSettled: refetch,
  })
  return {
    error: job.error,
    isBusy: job.isPending,
    setStatus: (item: CommentJson, to: CommentStatus) => job.mutate(() => setStatus(rest, [item.id], to)),
    remove: (item: CommentJson) => job.mutateAsync(() => remove(rest, [item.id])),
    edit: (item: CommentJson, changes: { readonly text: string; readonly rating?: number | null | undefined }) =>
      job.mutateAsync(async () => {
        const save = (values: typeof changes) => rest.send('PUT', `${paths.restComments}/${item.id}`, values)
        await save(changes)
        const rating = changes.rating === undefined ? undefined : item.rating
        return { text: 'Changes saved.', undo: () => save({ text: item.text, rating }) }
      }),
    reply: (item: CommentJson, text: string) =>
      job.mutateAsync(async () => {
        const path = `${paths.restComments}/${item.id}/replies`
        const reply = await rest.send<CommentJson & { approved: boolean }>('POST', path, { text })
        return {
          text: reply.approved ? 'Approved and answered.' : 'Answered.',
          undo: async () => {
            await remove(rest, [reply.id])
            if (reply.approved) await move(rest, [item.id], item.status)
          },
        }
      }),
  }
}

const countText = (count: number): string => (count === 1 ? 'One review' : `${count} reviews`)
