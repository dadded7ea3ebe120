#!/bin/sh
# Starts the emulator of a container, with the arguments of `docker run`; see Dockerfile. `--check-health` asks a running one.
set -eu
port=${EMULATOR_PORT:-4010}

if [ "${1:-}" = --check-health ]; then
  # Any response will do: with --no-control, nothing is at this path.
  exec node -e '
    const say = ({ status }) => process.exit(status < 500 ? 0 : 1);
    fetch(`http://127.0.0.1:${process.argv[1]}/__mock/ready`).then(say, () => process.exit(1));' "$port"
fi

# The emulator reads its control token from the environment; a file, such as a secret of Compose, gets it there. Without either,
# it makes a token, and its log has the address of the console with it.
if [ -n "${EMULATOR_CONTROL_TOKEN_FILE:-}" ]; then
  EMULATOR_CONTROL_TOKEN=$(cat "$EMULATOR_CONTROL_TOKEN_FILE")
  export EMULATOR_CONTROL_TOKEN
fi

# The command may be several words. It replaces the shell, so that it gets the signals.
# shellcheck disable=SC2086
exec ${EMULATOR_COMMAND:-speccast mock} "$@" --host 0.0.0.0 --port "$port"
