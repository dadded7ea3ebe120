"""Makes the calls of a file with a client of python3-googleapi that is built from the emulator's Discovery document.

Arguments: root of the emulator, name and version of the service, file with calls, folder with media.
Prints a list with an entry for each call: `["playlists.list", 200, null]`, or the status and text of its error.
"""

import json
import re
import sys

from google.oauth2.credentials import Credentials
from googleapiclient.discovery import build
from googleapiclient.errors import HttpError
from googleapiclient.http import MediaFileUpload

root, name, version, calls, media = sys.argv[1:]
types = {"video": "video/mp4", "caption": "text/plain", "image": "image/png"}
service = build(
    name,
    version,
    discoveryServiceUrl=root + "/discovery/v1/apis/{api}/{apiVersion}/rest",
    credentials=Credentials("python"),
    cache_discovery=False,
)
kept = {}


def insert_kept(value):
    """Replaces ${name} in all strings of a value by kept values."""
    if isinstance(value, dict):
        return {key: insert_kept(one) for key, one in value.items()}
    if isinstance(value, list):
        return [insert_kept(one) for one in value]
    if isinstance(value, str):
        return re.sub(r"\$\{(\w+)\}", lambda found: kept[found.group(1)], value)
    return value


def at(value, path):
    for key in path.split("."):
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


def run(call):
    *resources, method = call["call"].split(".")
    place = service
    for one in resources:
        place = getattr(place, one)()
    arguments = insert_kept(call["params"])
    if "body" in call:
        arguments["body"] = insert_kept(call["body"])
    if "media" in call:
        # The client cannot add `uploadType` to a query that repeats a name.
        arguments = {key: ",".join(one) if isinstance(one, list) else one for key, one in arguments.items()}
        arguments["media_body"] = MediaFileUpload(media + "/" + call["media"], mimetype=types[call["media"]])
    response = getattr(place, method)(**arguments).execute()
    for key, path in call.get("keep", {}).items():
        kept[key] = at(response, path)
    return 200


results = []
for call in json.load(open(calls)):
    try:
        results.append([call["call"], run(call), None])
    except HttpError as error:
        results.append([call["call"], error.resp.status, str(error)[:300]])
    except Exception as error:
        results.append([call["call"], 0, type(error).__name__ + ": " + str(error)[:300]])
print(json.dumps(results))
