import { type CommentFieldError, type CommentFormValues, emptyFormValues } from './comment-input.ts'

/** State of a comment form. Only the empty state may appear on a cached page. */
export type CommentFormState = {
  readonly values: CommentFormValues
  readonly fieldErrors: readonly CommentFieldError[]
  /** Name of the signed-in user, who is not asked for name and email address. */
  readonly userName: string | null
  /** Id of the comment being replied to; 0 for none. */
  readonly parentId: number
  /** Set for a buyer with a review link, who is asked for a name only; the form submits the key. */
  readonly reviewKey: string
}

export const initialFormState: CommentFormState = {
  values: emptyFormValues,
  fieldErrors: [],
  userName: null,
  parentId: 0,
  reviewKey: '',
}
