import { type CommentFieldError, type CommentFormValues, emptyFormValues } from './comment-input.ts'

/** What a comment form shows besides itself. Only an untouched one may stand on a page that is kept for everybody. */
export type CommentFormState = {
  readonly values: CommentFormValues
  readonly fieldErrors: readonly CommentFieldError[]
  /** Name of whoever is signed in: they are not asked who they are. */
  readonly userName: string | null
  /** The comment that is answered; 0: none. */
  readonly parentId: number
  /** Set for a buyer who came by a mailed link: they are asked for a name alone, and the form sends the key along. */
  readonly reviewKey: string
}

export const initialFormState: CommentFormState = {
  values: emptyFormValues,
  fieldErrors: [],
  userName: null,
  parentId: 0,
  reviewKey: '',
}
