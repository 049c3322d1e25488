/** The words under the form, to which whoever asks agrees. */
export const ALERT_TEXT = 'One email when it is here, nothing else.'
