import { paragraphsOf } from '../comment-text.ts'

/** Comment text as paragraphs with line breaks. */
export const CommentText = ({ text }: { text: string }) =>
  paragraphsOf(text).map((lines, index) => (
    <p key={index}>
      {lines.map((line, at) => (
        <span key={at}>
          {at > 0 && <br />}
          {line}
        </span>
      ))}
    </p>
  ))
