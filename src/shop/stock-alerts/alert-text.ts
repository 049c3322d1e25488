/** The text below the form; stored as the consent of the person who submits it. */
export const ALERT_TEXT = 'One email when it is here, nothing else.'
