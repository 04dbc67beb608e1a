# The command alone, static, without GPUs, run by nobody in particular:
#
#	docker build -t tricycle .
#	docker run --rm -v "$PWD:/data:ro" tricycle count graph.mtx
#
# To write to the folder, run it as who owns that: --user "$(id -u):$(id -g)".
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -tags nogpu -o /image/tricycle ./cmd/tricycle \
 && install -d -m 1777 /image/tmp \
 && install -m 644 LICENSE THIRD_PARTY_NOTICES /image/

FROM scratch
COPY --from=build /image /
USER 65532:65532
WORKDIR /data
ENTRYPOINT ["/tricycle"]
