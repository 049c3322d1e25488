import { captchaHref, newCaptcha } from '../captcha.ts'
import { cleanInline } from '../form-html.ts'
import { hasOption, integerOption, optionsOf } from '../form-tag.ts'
import { pickQuiz } from '../quiz.ts'
import {
  type ControlProps,
  commonAttributes,
  type FieldKind,
  Input,
  initialTexts,
  typingAttributes,
} from './field-kind.tsx'

/** A checkbox that must be ticked unless optional. Its label is the enclosed text, or the first value. */
const acceptance: FieldKind = {
  Control({ tag, view }) {
    const words = cleanInline(tag.content.trim() || (tag.rawValues[0] ?? ''))
    const input = (
      <input
        key="box"
        type="checkbox"
        name={tag.name}
        value="1"
        defaultChecked={initialTexts(tag, view, hasOption(tag, 'default:on') ? ['1'] : []).length > 0}
        className={optionsOf(tag, 'class').join(' ') || undefined}
        aria-label={words === '' ? 'I agree' : undefined}
        {...commonAttributes(tag, view)}
      />
    )
    const label = <span key="label" className="wpcf7-list-item-label" dangerouslySetInnerHTML={{ __html: words }} />
    const classes = [
      'wpcf7-form-control wpcf7-acceptance',
      ...['optional', 'invert'].filter((one) => hasOption(tag, one)),
    ]
    return (
      <span className={classes.join(' ')}>
        <span className="wpcf7-list-item">
          {words === '' ? input : <label>{hasOption(tag, 'label_first') ? [label, input] : [input, label]}</label>}
        </span>
      </span>
    )
  },
}

/** The answer field of a quiz or captcha, without autocompletion. */
const Answer = ({ tag, view }: ControlProps) => (
  <Input
    tag={tag}
    view={view}
    type="text"
    size={integerOption(tag, 'size') ?? 40}
    minLength={integerOption(tag, 'minlength')}
    maxLength={integerOption(tag, 'maxlength')}
    {...typingAttributes(tag)}
    autoComplete="off"
    aria-required
  />
)

const quiz: FieldKind = {
  Control({ tag, view }) {
    const [question, answerHash] = pickQuiz(view.secret, tag)
    return (
      <>
        <label>
          <span className="wpcf7-quiz-label">{question}</span> <Answer tag={tag} view={view} />
        </label>
        <input type="hidden" name={`_wpcf7_quiz_answer_${tag.name}`} defaultValue={answerHash} />
      </>
    )
  },
}

/** The picture of a captcha; a `captchar` of the same name takes its letters. */
const captchac: FieldKind = {
  isBare: true,
  Control({ tag, view }) {
    const challenge = newCaptcha(view.now)
    return (
      <>
        <img
          className={`wpcf7-form-control wpcf7-captchac wpcf7-captcha-${tag.name}`}
          src={captchaHref(challenge)}
          alt="Letters to type into the field beside"
          width={96}
          height={40}
        />
        <input type="hidden" name={`_wpcf7_captcha_challenge_${tag.name}`} defaultValue={challenge} />
      </>
    )
  },
}

export const checkKinds: Record<string, FieldKind> = { acceptance, quiz, captchac, captchar: { Control: Answer } }
