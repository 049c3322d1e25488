import { captchaHref, newCaptcha } from '../captcha.ts'
import { cleanInline } from '../form-html.ts'
import { hasOption, integerOption, optionOf, optionsOf } from '../form-tag.ts'
import { drawQuiz } from '../quiz.ts'
import {
  type ControlProps,
  commonAttributes,
  controlClass,
  errorIdOf,
  errorOf,
  type FieldKind,
  initialTexts,
  typingAttributes,
  Wrap,
} from './field-kind.tsx'

/** A box that has to be ticked, unless it is optional. Its words are what stands between the tags, or its first value. */
export const acceptanceKind: FieldKind = {
  Control({ tag, view }) {
    const words = cleanInline(tag.content.trim() || (tag.rawValues[0] ?? ''))
    const error = errorOf(view, tag.name)
    const isOn = initialTexts(tag, view, hasOption(tag, 'default:on') ? ['1'] : []).length > 0
    const input = (
      <input
        key="box"
        type="checkbox"
        name={tag.name}
        value="1"
        defaultChecked={isOn}
        id={optionOf(tag, 'id')}
        className={optionsOf(tag, 'class').join(' ') || undefined}
        tabIndex={integerOption(tag, 'tabindex')}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorIdOf(view.unitTag, tag.name)}
        aria-label={words === '' ? 'I agree' : undefined}
      />
    )
    const label = <span key="label" className="wpcf7-list-item-label" dangerouslySetInnerHTML={{ __html: words }} />
    const classes = [
      'wpcf7-form-control wpcf7-acceptance',
      hasOption(tag, 'optional') && 'optional',
      hasOption(tag, 'invert') && 'invert',
    ]
    return (
      <Wrap tag={tag} view={view}>
        <span className={classes.filter(Boolean).join(' ')}>
          <span className="wpcf7-list-item">
            {words === '' ? input : <label>{hasOption(tag, 'label_first') ? [label, input] : [input, label]}</label>}
          </span>
        </span>
      </Wrap>
    )
  },
}

/** Where an answer is typed, which browsers must not remember. */
function Answer({ tag, view }: ControlProps) {
  return (
    <input
      type="text"
      name={tag.name}
      size={integerOption(tag, 'size') ?? 40}
      maxLength={integerOption(tag, 'maxlength')}
      className={controlClass(tag, view)}
      {...typingAttributes(tag)}
      {...commonAttributes(tag, view)}
      autoComplete="off"
      aria-required
    />
  )
}

export const quizKind: FieldKind = {
  Control({ tag, view }) {
    const { question, answerHash } = drawQuiz(view.secret, tag)
    return (
      <Wrap tag={tag} view={view}>
        <label>
          <span className="wpcf7-quiz-label">{question}</span> <Answer tag={tag} view={view} />
        </label>
        <input type="hidden" name={`_wpcf7_quiz_answer_${tag.name}`} defaultValue={answerHash} />
      </Wrap>
    )
  },
}

/** The picture of a captcha; a `captchar` of the same name takes its letters. */
export function CaptchaPicture({ tag, view }: ControlProps) {
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
}

export const captchaKind: FieldKind = {
  Control: ({ tag, view }) => (
    <Wrap tag={tag} view={view}>
      <Answer tag={tag} view={view} />
    </Wrap>
  ),
}
