"""Tries features of python3-googleapi, one in each function, and prints an object with the result of each.

Arguments: root of the emulator, and a folder with media.
"""

import io
import json
import sys

from urllib.parse import parse_qs, urlencode, urlsplit

import httplib2
from google.auth.exceptions import RefreshError
from google.oauth2.credentials import Credentials
from googleapiclient.discovery import build, build_from_document
from googleapiclient.errors import HttpError
from googleapiclient.http import MediaFileUpload, MediaIoBaseDownload

root, media = sys.argv[1:]
KIB = 1024
DISCOVERY = "/$discovery/rest?version={apiVersion}"


def client(token="python", base=root, path=DISCOVERY):
    return build(
        "youtube", "v3", discoveryServiceUrl=base + path, credentials=Credentials(token), cache_discovery=False
    )


youtube = client()


def paging():
    for title in ("a", "b", "c"):
        youtube.playlists().insert(part="snippet,status", body={"snippet": {"title": title}}).execute()
    request = youtube.playlists().list(part="snippet", mine=True, maxResults=2)
    pages = []
    while request is not None:
        response = request.execute()
        pages.append([item["snippet"]["title"] for item in response["items"]])
        request = youtube.playlists().list_next(request, response)
    return pages


def chunks():
    body = {"snippet": {"title": "In chunks", "categoryId": "22"}}
    upload = MediaFileUpload(media + "/large", mimetype="video/mp4", chunksize=256 * KIB, resumable=True)
    request = youtube.videos().insert(part="snippet,fileDetails", body=body, media_body=upload)
    progress, response = [], None
    while response is None:
        status, response = request.next_chunk()
        if status:
            progress.append(status.resumable_progress)
    return {"progress": progress, "title": response["snippet"]["title"]}


class Breaking(object):
    """An Http whose second PUT fails, as if the network were down."""

    def __init__(self, http):
        self.http, self.count = http, 0

    def request(self, uri, method="GET", body=None, headers=None, **more):
        if method == "PUT":
            self.count += 1
            if self.count == 2:
                raise OSError("The network is down.")
        return self.http.request(uri, method=method, body=body, headers=headers, **more)


def resume():
    upload = MediaFileUpload(media + "/large", mimetype="video/mp4", chunksize=256 * KIB, resumable=True)
    request = youtube.videos().insert(part="snippet", body={"snippet": {"title": "Resumed"}}, media_body=upload)
    breaking = Breaking(request.http)
    status, response = request.next_chunk(http=breaking)
    broke = False
    try:
        request.next_chunk(http=breaking)
    except OSError:
        broke = True
    # Makes the client ask the server how many bytes it has received.
    request._in_error_state = True
    while response is None:
        status, response = request.next_chunk()
    return {"broke": broke, "title": response["snippet"]["title"]}


def batch():
    got = []
    batch = youtube.new_batch_http_request(
        callback=lambda number, response, error: got.append([number, response and response["kind"], error and error.resp.status])
    )
    for _ in range(3):
        batch.add(youtube.playlists().list(part="snippet", mine=True))
    batch.add(youtube.playlists().delete(id="none"))
    batch.execute()
    return got


def long_get():
    ids = ",".join("video%06d" % number for number in range(300))
    return youtube.videos().list(part="id", id=ids).execute()["kind"]


def key():
    keyed = build(
        "youtube",
        "v3",
        discoveryServiceUrl=root + "/discovery/v1/apis/{api}/{apiVersion}/rest",
        developerKey="any-key",
        cache_discovery=False,
    )
    return keyed.i18nRegions().list(part="snippet").execute()["kind"]


def world():
    there = client(base=root + "/w/python")
    there.playlists().insert(part="snippet", body={"snippet": {"title": "Elsewhere"}}).execute()
    got = []
    batch = there.new_batch_http_request(callback=lambda number, response, error: got.append(response))
    batch.add(there.playlists().list(part="snippet", mine=True))
    batch.execute()
    titles = lambda response: [item["snippet"]["title"] for item in response["items"]]
    here = titles(youtube.playlists().list(part="snippet", mine=True, maxResults=50).execute())
    return ["Elsewhere" in titles(got[0]), "Elsewhere" in here]


def download():
    body = {"snippet": {"videoId": video(), "language": "en", "name": "English"}}
    caption = youtube.captions().insert(
        part="snippet", body=body, media_body=MediaFileUpload(media + "/caption", mimetype="text/plain")
    ).execute()
    out = io.BytesIO()
    loader = MediaIoBaseDownload(out, youtube.captions().download_media(id=caption["id"]))
    done = False
    while not done:
        _, done = loader.next_chunk()
    return out.getvalue().decode() == open(media + "/caption").read()


def video():
    body = {"snippet": {"title": "With captions", "categoryId": "22"}}
    upload = MediaFileUpload(media + "/video", mimetype="video/mp4")
    return youtube.videos().insert(part="snippet", body=body, media_body=upload).execute()["id"]


def errors():
    try:
        youtube.playlists().update(part="snippet", body={"id": "none", "snippet": {"title": "x"}}).execute()
    except HttpError as error:
        return error.resp.status


def post(path, **fields):
    form = {"content-type": "application/x-www-form-urlencoded"}
    _, text = httplib2.Http().request(root + path, "POST", urlencode(fields), form)
    return json.loads(text)


def refresh():
    scope = "https://www.googleapis.com/auth/youtube"
    there = {"client_id": "desktop", "redirect_uri": "http://127.0.0.1:9/back"}
    query = urlencode(dict(there, response_type="code", scope=scope, prompt="none", login_hint="ada"))
    http = httplib2.Http()
    http.follow_redirects = False
    sent, _ = http.request(root + "/o/oauth2/v2/auth?" + query)
    code = parse_qs(urlsplit(sent["location"]).query)["code"][0]
    tokens = post("/token", grant_type="authorization_code", code=code, **there)
    credentials = Credentials(
        tokens["access_token"],
        refresh_token=tokens["refresh_token"],
        token_uri=root + "/token",
        client_id="desktop",
        client_secret="any",
        scopes=[scope],
    )
    signed_in = build(
        "youtube", "v3", discoveryServiceUrl=root + DISCOVERY, credentials=credentials, cache_discovery=False
    )
    signed_in.playlists().insert(part="snippet", body={"snippet": {"title": "Before"}}).execute()
    post("/__oauth/revoke", token=tokens["access_token"])
    # A 401 makes the client refresh its token, and send the call again.
    after = signed_in.playlists().list(part="snippet", mine=True).execute()["items"]
    last = post("/__oauth/revoke", token=tokens["refresh_token"])
    try:
        signed_in.playlists().list(part="snippet", mine=True).execute()
    except RefreshError as error:
        revoked = "invalid_grant" in str(error)
    titles = [item["snippet"]["title"] for item in after]
    return {"same": "Before" in titles, "new": credentials.token != tokens["access_token"], "revoked": revoked, "last": last}


def document():
    _, text = httplib2.Http().request(root + "/discovery/v1/apis/youtube/v3/rest")
    built = build_from_document(text.decode(), credentials=Credentials("python"))
    return built.channels().list(part="id", mine=True).execute()["kind"]


results = {}
for part in (paging, chunks, resume, batch, long_get, key, world, download, errors, refresh, document):
    try:
        results[part.__name__] = part()
    except Exception as error:
        results[part.__name__] = type(error).__name__ + ": " + str(error)[:400]
print(json.dumps(results))
