@rem npm start begins with exec, so that signals reach Node and not a shell in between; Windows has no exec of its own.
@%*
