import type { Tone } from '../../../platform/admin/parts.tsx'
import type { CommentStatus } from '../comments.table.ts'

/** Texts of a status, and of the action that gives it. */
type StatusTexts = { tab: string; badge: string; tone?: Tone; action: string; key: string; done: string }

export const commentStatuses: Readonly<Record<CommentStatus, StatusTexts>> = {
  approved: { tab: 'Approved', badge: 'Approved', tone: 'leaf', action: 'Approve', key: 'a', done: 'approved' },
  pending: { tab: 'Waiting', badge: 'Waiting', tone: 'gold', action: 'Hold', key: 'h', done: 'moved back to waiting' },
  spam: { tab: 'Spam', badge: 'Spam', tone: 'berry', action: 'Spam', key: 's', done: 'marked as spam' },
  trash: { tab: 'Bin', badge: 'In the bin', action: 'Bin', key: 'd', done: 'moved to the bin' },
}

export const statusEntries = Object.entries(commentStatuses) as [CommentStatus, StatusTexts][]
