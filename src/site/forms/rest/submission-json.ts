import type { PersonalRecord } from '../../../platform/privacy/personal-data.ts'
import { cutText } from '../../../platform/storable-text.ts'
import { toGmtIso, toLocalIso } from '../../../platform/time/shop-time.ts'
import { messageOf, senderOf, subjectOf, textsByField } from '../submissions/submission-summary.ts'
import type { emailsOf, Folder, filesOf, ListedSubmission } from '../submissions/submissions.store.ts'

const MAX_EXCERPT_LENGTH = 160

const excerptOf = (text: string): string =>
  text.length > MAX_EXCERPT_LENGTH ? `${cutText(text, MAX_EXCERPT_LENGTH)}…` : text

export const submissionJson = (submission: ListedSubmission) => ({
  id: submission.id,
  status: submission.status as Folder,
  read: submission.isRead,
  form: submission.formId ?? 0,
  form_title: submission.formTitle,
  sender: senderOf(submission),
  email: submission.email ?? '',
  subject: subjectOf(submission),
  excerpt: excerptOf(messageOf(submission)),
  file_count: submission.fileCount,
  answered: submission.replies.length > 0,
  date_created_gmt: toGmtIso(submission.createdAt),
})
export type SubmissionJson = ReturnType<typeof submissionJson>

export const submissionDetailsJson = (
  submission: ListedSubmission,
  files: Awaited<ReturnType<typeof filesOf>>,
  emails: Awaited<ReturnType<typeof emailsOf>>,
) => ({
  ...submissionJson(submission),
  fields: submission.fields.map(({ name, texts }) => ({ name, texts })),
  files,
  emails,
  replies: submission.replies.map(({ at, by, text }) => ({ date_gmt: at.slice(0, 19), by, text })),
  /** '' once it has caused emails: it is then not held, whatever its place. */
  held_because: emails.length === 0 ? submission.spamReason : '',
  kept: !submission.isTransient,
  page: submission.pagePath,
  customer: submission.userId ?? 0,
  customer_name: submission.customerName,
  ip_address: submission.remoteIp,
  user_agent: submission.userAgent,
})
export type SubmissionDetailsJson = ReturnType<typeof submissionDetailsJson>

/** Names of the shop's own columns contain spaces, which field names cannot. */
export const csvRecord = (submission: ListedSubmission): PersonalRecord => ({
  'Message no.': submission.id,
  'Sent at': toLocalIso(submission.createdAt),
  'Form title': submission.formTitle,
  'Page path': submission.pagePath,
  ...textsByField(submission),
})
