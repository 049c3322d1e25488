import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import type { Tone } from '../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { CommentStatus } from '../comments.table.ts'
import type { CommentStatusChange } from '../moderate-comments.ts'
import type { CommentJson } from '../rest/comments.ts'

/** Texts of a status, and of the action that gives it. */
type StatusTexts = { tab: string; badge: string; tone?: Tone; action: string; key: string; done: string }

export const commentStatuses: Readonly<Record<CommentStatus, StatusTexts>> = {
  approved: { tab: 'Approved', badge: 'Approved', tone: 'leaf', action: 'Approve', key: 'a', done: 'approved' },
  pending: { tab: 'Waiting', badge: 'Waiting', tone: 'gold', action: 'Hold', key: 'h', done: 'moved back to waiting' },
  spam: { tab: 'Spam', badge: 'Spam', tone: 'berry', action: 'Spam', key: 's', done: 'marked as spam' },
  trash: { tab: 'Bin', badge: 'In the bin', action: 'Bin', key: 'd', done: 'moved to the bin' },
}

export const statusEntries = Object.entries(commentStatuses) as [CommentStatus, StatusTexts][]

type Undo = { readonly text: string; readonly run: () => Promise<void> }

export type Moderation = ReturnType<typeof useModeration>

/** Moderation actions, each with undo. */
export function useModeration() {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const [undo, setUndo] = useState<Undo | null>(null)
  const job = useMutation({
    mutationFn: (work: () => Promise<Undo | null>) => work(),
    onSuccess: (next) => setUndo(next),
    onSettled: () => queries.invalidateQueries({ queryKey: ['comments'] }),
  })
  const perform = async (work: () => Promise<Undo | null>): Promise<void> => {
    await job.mutateAsync(work)
  }
  const undoOf = (text: string, restore: () => Promise<unknown>): Undo => ({
    text,
    run: () => perform(() => restore().then(() => null)).catch(() => {}),
  })
  const move = async (ids: readonly number[], to: CommentStatus): Promise<readonly CommentStatusChange[]> =>
    (await rest.send<{ moved: CommentStatusChange[] }>('POST', paths.restCommentMoves, { ids, to })).moved

  /** Restores each comment's former status. */
  const restoreStatuses = async (changes: readonly CommentStatusChange[]): Promise<void> => {
    for (const [status, group] of Map.groupBy(changes, (one) => one.from)) {
      const ids = group.map((one) => one.id)
      await move(ids, status)
    }
  }

  return {
    undo,
    error: job.error,
    isBusy: job.isPending,
    setStatus: (ids: readonly number[], to: CommentStatus): void => {
      if (ids.length === 0) return
      job.mutate(async () => {
        const changes = await move(ids, to)
        const text = `${countText(changes.length)} ${commentStatuses[to].done}.`
        return changes.length === 0 ? null : undoOf(text, () => restoreStatuses(changes))
      })
    },
    /** Permanent; asks for confirmation and cannot be undone. */
    remove: (ids: readonly number[]): void => {
      if (ids.length === 0 || !confirm(`Delete ${countText(ids.length).toLowerCase()} for good?`)) return
      job.mutate(() => rest.send('POST', paths.restCommentDeletions, { ids }).then(() => null))
    },
    edit: (item: CommentJson, changes: { readonly text: string; readonly rating?: number | null | undefined }) =>
      perform(async () => {
        const save = (values: typeof changes) => rest.send('PUT', hrefs.restComment(item.id), values)
        await save(changes)
        const rating = changes.rating === undefined ? undefined : item.rating
        return undoOf('Changes saved.', () => save({ text: item.text, rating }))
      }),
    reply: (item: CommentJson, text: string) =>
      perform(async () => {
        const path = hrefs.restCommentReplies(item.id)
        const reply = await rest.send<CommentJson & { approved: boolean }>('POST', path, { text })
        return undoOf(reply.approved ? 'Approved and answered.' : 'Answered.', async () => {
          await rest.send('POST', paths.restCommentDeletions, { ids: [reply.id] })
          if (reply.approved) await move([item.id], item.status)
        })
      }),
  }
}

const countText = (count: number): string => (count === 1 ? 'One review' : `${count} reviews`)
