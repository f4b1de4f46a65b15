-- An email about an invitation that could not be sent is shown with the invitation.
alter table invitations
  -- When the latest attempt to send the email failed; null if none has since the invitation was last sent.
  add column mail_failed timestamptz,
  -- What the mail server answered; null if it could not be used at all.
  add column mail_reply text;
