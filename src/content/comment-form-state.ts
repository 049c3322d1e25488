import { type CommentMistake, nothingTyped, type TypedComment } from './comments.ts'

/** What a comment form shows besides itself. Only an untouched one may stand on a page that is kept for everybody. */
export type CommentFormState = {
  readonly typed: TypedComment
  readonly mistakes: readonly CommentMistake[]
  /** Name of whoever is signed in: they are not asked who they are. */
  readonly writer: string | null
  /** The comment that is answered; 0: none. */
  readonly parentId: number
  /** Set for a buyer who came by a mailed link: they are asked for a name alone, and the form sends the key along. */
  readonly reviewKey: string
}

export const untouchedForm: CommentFormState = {
  typed: nothingTyped,
  mistakes: [],
  writer: null,
  parentId: 0,
  reviewKey: '',
}
